export { readAgain } from './follow.ts'
export * from './gazetteer.ts'
export { comesTo } from './reach.ts'
