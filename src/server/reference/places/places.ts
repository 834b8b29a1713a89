export { readAgain } from './follow.ts'
export * from './gazetteer.ts'
export { addressPatch, addressPlace, type Goal, isNamed, type Named } from './named.ts'
export { comesTo } from './reach.ts'
