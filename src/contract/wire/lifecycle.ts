/** Who can make a move. `system`: a job, or another move that it follows from. */
export type Actor = 'family' | 'mentor' | 'admin' | 'gateway' | 'system'

/** One move: from which states to which, who makes it, and what follows from it. */
export type Move<State extends string> = {
  to: { readonly [From in State]?: State }
  by: readonly Actor[]
  follows?: string
}

/** The states of one kind of row and every move between them. Docs, types and the database's writes follow this table. */
export type Lifecycle<State extends string, Name extends string> = {
  /** Table and column that hold the state. */
  table: string
  column: string
  /** State of a new row; several where it depends on how it was made. */
  starts: readonly State[]
  /** What each state means, in one sentence. */
  states: { readonly [S in State]: string }
  moves: { readonly [N in Name]: Move<State> }
  /** States a move starts from. */
  from(move: Name): State[]
  /**
   * Where a move leads.
   * @returns the same state when the move was made before; null when the table has no such move from here
   */
  next(state: State, move: Name): State | null
  /** States that moves lead to from here, in the order of the moves. */
  after(state: State): State[]
  /** The state of every row a move was made on. @throws Error when it leads to several */
  target(move: Name): State
}

type Table<State extends string, Name extends string> = Omit<
  Lifecycle<State, Name>,
  'from' | 'next' | 'after' | 'target'
>

const keysOf = <Key extends string>(map: { readonly [K in Key]?: unknown }): Key[] => Object.keys(map) as Key[] // true: Object.keys widens

/** Makes a lifecycle from its table. */
export function lifecycle<State extends string, Name extends string>(
  table: Table<State, Name>,
): Lifecycle<State, Name> {
  const targets = (move: Name): State[] => {
    const { to } = table.moves[move]
    return [...new Set(keysOf(to).flatMap((state) => to[state] ?? []))]
  }
  return {
    ...table,
    from: (move) => keysOf(table.moves[move].to),
    next: (state, move) => table.moves[move].to[state] ?? (targets(move).includes(state) ? state : null),
    after: (state) => keysOf(table.moves).flatMap((move) => table.moves[move].to[state] ?? []),
    target(move) {
      const [only, ...others] = targets(move)
      if (only === undefined || others.length > 0) throw new Error(`${table.table}: ${move} leads to several states`)
      return only
    },
  }
}
