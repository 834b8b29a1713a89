import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { createStateReader, measureState } from './gauges.ts'
import { statusPage } from './status-page.ts'

/** Shows the state of jobs, money and deadlines in the metrics and on the status page. */
export function showState(app: FastifyInstance, context: Context): void {
  const read = createStateReader(context)
  measureState(context, read)
  statusPage(app, context, read)
}
