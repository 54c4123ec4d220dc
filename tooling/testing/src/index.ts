export { copyFixture, copyFolder, writeFolder } from './copies.ts';
export type { FolderCopy } from './copies.ts';
export { folderDigest } from './digest.ts';
export { repositoryRoot, sharedFolder, sharedPath } from './shared-folder.ts';
