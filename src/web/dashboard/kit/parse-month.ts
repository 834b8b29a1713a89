const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/

/** Parses a month (`YYYY-MM`) from the URL; null when invalid. */
export const parseMonth = (text: string | null): string | null =>
  text !== null && monthPattern.test(text) ? text : null
