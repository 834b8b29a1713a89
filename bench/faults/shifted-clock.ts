// Preloaded into the program: shifts its clock by CLOCK_HOURS; the database's clock stays right.
const aheadMs = Number(process.env.CLOCK_HOURS ?? 0) * 3_600_000
const Right = Date
const now = () => Right.now() + aheadMs

globalThis.Date = new Proxy(Right, {
  construct: (_, given: []) => (given.length === 0 ? new Right(now()) : new Right(...given)),
  apply: () => new Right(now()).toString(),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
})
