import type { Talk } from './talk.ts'

const at = (seq: number) => document.getElementById(`message-${seq}`)
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** Shows a message in the middle of its conversation and goes there; older pages are read until it is among them. */
export async function jumpTo(seq: number, talk: Talk | null): Promise<void> {
  while (!at(seq) && talk?.hasOlder()) {
    await talk.older()
    await drawn()
  }
  const target = at(seq)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
