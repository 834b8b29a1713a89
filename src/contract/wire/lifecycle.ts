/** Who makes a move. `system`: a job, or a consequence of another move. */
export type Actor = 'family' | 'mentor' | 'admin' | 'gateway' | 'system'

/** A move: its states before and after, its actors and its effects. */
export type Move<State extends string> = {
  to: { readonly [From in State]?: State }
  by: readonly Actor[]
  follows?: string
}

/** States of one kind of row and the moves between them. Docs, types and database writes derive from it. */
export type Lifecycle<State extends string, Name extends string> = {
  /** Table and column that hold the state. */
  table: string
  column: string
  /** Initial states; several if they depend on how the row was created. */
  starts: readonly State[]
  /** What each state means, in one sentence. */
  states: { readonly [S in State]: string }
  moves: { readonly [N in Name]: Move<State> }
  /** States a move starts from. */
  from(move: Name): State[]
  /**
   * Target state of a move.
   * @returns the same state if the move was already made; null if it is not allowed from here
   */
  next(state: State, move: Name): State | null
  /** States reachable in one move, in the order of the moves. */
  after(state: State): State[]
  /** The single target state of a move. @throws Error if it has several */
  target(move: Name): State
}

type Table<State extends string, Name extends string> = Omit<
  Lifecycle<State, Name>,
  'from' | 'next' | 'after' | 'target'
>

const keysOf = <Key extends string>(map: { readonly [K in Key]?: unknown }): Key[] => Object.keys(map) as Key[] // safe: Object.keys widens

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
