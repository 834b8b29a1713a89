import { useEffect, useRef, useState } from 'react'

type Row = { _id: string }

/** The current rows, plus rows with unsaved input that have left the list. */
function keepTyped<R extends Row>(before: readonly R[], now: readonly R[], typed: readonly string[]): R[] {
  const kept = [...now]
  for (const [i, row] of before.entries()) {
    if (!typed.includes(row._id) || now.some(({ _id }) => _id === row._id)) continue
    const above = before.slice(0, i).findLast(({ _id }) => kept.some((one) => one._id === _id))
    kept.splice(kept.findIndex(({ _id }) => _id === above?._id) + 1, 0, row)
  }
  return kept
}

/** Rows of a list that reloads by itself; input in a row that left the page is kept. `list` identifies the list and page. */
export function useTypedRows<R extends Row>(list: string, rows: readonly R[]) {
  const [typed, setTyped] = useState<readonly string[]>([])
  const last = useRef({ list, rows })
  const shown = last.current.list === list ? keepTyped(last.current.rows, rows, typed) : rows
  useEffect(() => {
    last.current = { list, rows: shown }
  }, [list, shown])
  const onTyped = (id: string, isTyped: boolean) =>
    setTyped((now) => (now.includes(id) === isTyped ? now : isTyped ? [...now, id] : now.filter((one) => one !== id)))
  return { shown, onTyped }
}
