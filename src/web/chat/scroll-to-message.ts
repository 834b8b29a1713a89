import type { MessageStore } from './message-store.ts'

const elementOf = (seq: number) => document.getElementById(`message-${seq}`)
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** Scrolls to a message and focuses it, loading older pages until it is found. */
export async function scrollToMessage(seq: number, store: MessageStore | null): Promise<void> {
  while (!elementOf(seq) && store?.hasOlder()) {
    await store.loadOlder()
    await nextPaint()
  }
  const target = elementOf(seq)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
