/** A list of scripts, as JSON, with those that carry Hindi texts (`scripts/language-copies.ts`). */
export const inHindi = (list: string): string => list.replace(/\/assets\/(?=[\w.-]+\.js")/g, '/assets/hi/')
