export { local } from './default/local.ts';
