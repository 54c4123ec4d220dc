export { copyFixture, copyFolder, writeFolder } from './copies.ts';
export type { FolderCopy } from './copies.ts';
export { folderDigest } from './digest.ts';
export { repositoryRoot, sharedFolder, sharedPath } from './shared-folder.ts';
export { chatReply, chatStream, embeddingsReply, scriptedServer } from './scripted-server.ts';
export type { ReceivedRequest, ScriptedHttpReply, ScriptedServer } from './scripted-server.ts';
