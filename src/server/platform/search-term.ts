const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An admin's search term: an id, an order number, a phone number or its last four digits, or a name. */
export type SearchTerm = { id: string } | { order: string } | { phone: string } | { name: string }

/** Parses a search term; a phone number may have a leading 0 or +91, spaces or dashes. */
export function parseSearchTerm(q: string): SearchTerm {
  if (uuid.test(q)) return { id: q.toLowerCase() }
  if (/^MS-\d/i.test(q)) return { order: q.toUpperCase() }
  const digits = q.replace(/[\s-]/g, '').replace(/^(?:\+91|(?:91|0)(?=\d{10}$))/, '')
  if (/^\d{4,10}$/.test(digits)) return { phone: digits }
  return { name: q }
}
