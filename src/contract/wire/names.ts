/** The name by which one calls a person; a title such as "Dr." stays with the name after it. Free of zod. */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.slice(0, words[0]?.endsWith('.') ? 2 : 1).join(' ')
}
