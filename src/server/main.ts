import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backUpNightly } from '#server/backup/backup.ts'
import { type Config, loadConfig, StartError } from '#server/config.ts'
import { isUnavailable } from '#server/platform/database.ts'
import { createLifecycle, Stopped } from '#server/platform/lifecycle.ts'
import { checkPortIsFree } from '#server/platform/listening.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { closingMs, prepareDatabase } from './prepare.ts'
import { keepFilesPrivate } from './private-files.ts'
import { awaitOrders, isOneOfSeveral, openProcesses, reportOpen } from './processes.ts'
import { diskAdvice } from './start-error.ts'

async function start(config: Config, log: Log): Promise<string[]> {
  keepFilesPrivate(config.dataDir)
  await checkPortIsFree(config.port, config.host)
  // Imports what needs the texts that are compiled with the pages.
  const loaded = preparePages(config, life.ending).then(() => (config.workers > 1 ? null : import('./serve.ts')))
  loaded.catch(() => {}) // awaited below; prevents an unhandled rejection if the database fails first
  const url = await prepareDatabase(config, log, life)
  const site = await loaded
  const given = { url, log, life, isReady }
  const lines = await (site ? site.serve(config, given) : openProcesses(config, given))
  if (config.backup) {
    await life.open(
      async () => backUpNightly(config, log),
      (stop) => stop(),
      closingMs.backup,
    )
  }
  return lines
}

/** Starts as one of several processes, on the database of the first one. */
async function startBeside(config: Config, log: Log): Promise<void> {
  const { url, slot } = await awaitOrders(life)
  const { serve } = await import('./serve.ts')
  const metrics = config.metrics && { ...config.metrics, port: config.metrics.port + slot }
  reportOpen(await serve({ ...config, metrics }, { url, log, life, isReady }))
}

const isReady = () => running !== undefined && !life.ending.aborted

async function preparePages(config: Config, ending: AbortSignal): Promise<void> {
  const at = (path: string) => existsSync(join(import.meta.dirname, '../..', path))
  if (at('build/.artifact')) return
  const { buildIsFresh, buildWeb } = await import('../../scripts/build-web.ts')
  if (!config.production) {
    const { compileMessages } = await import('../../scripts/messages.ts')
    const { cutFonts } = await import('../../scripts/cut-fonts.ts')
    const { drawIcons } = await import('../../scripts/draw-icons.ts')
    await Promise.all([compileMessages(), cutFonts(), drawIcons()])
    return
  }
  if (await buildIsFresh()) return
  if (!at('node_modules/vite'))
    throw new StartError('The pages are not built, and the tools for it are not installed: run npm ci --include=dev.')
  console.log('Building the pages, once for each version: about a minute …')
  await buildWeb(ending, console.log)
}

const life = createLifecycle(() => isOneOfSeveral || console.log('\nStopping …'))

/** Set once every part is open. */
let running: Log | undefined

async function end(error: unknown): Promise<void> {
  // Requests that fail while the program stops are expected and not reported.
  const isStopping = error instanceof Stopped || life.ending.aborted
  if (!isStopping) console.error(explain(error))
  await life.close()
  process.exit(isStopping ? 0 : 1)
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message + diskAdvice(error.message)
  if (!(error instanceof Error)) return `MentorSetu had to stop: ${error}`
  // Failures after the start are bugs and are printed with their stack.
  return `MentorSetu had to stop: ${running ? error.stack : error.message + diskAdvice(error.message)}`
}

/** A database failure, or the 503 the API made of it for a page. */
const isOfDatabase = (reason: unknown): boolean =>
  isUnavailable(reason) || (reason as { init?: ResponseInit } | undefined)?.init?.status === 503 // safe: what `data` of the router makes

/**
 * Handles an unhandled rejection, which is a bug. One caused by the database leaves the rest of the program sound, so it is
 * only logged; any other one ends the process.
 */
function onForgotten(reason: unknown): void {
  if (running && !life.ending.aborted && isOfDatabase(reason)) running.error({ err: reason }, 'unhandled rejection')
  else end(reason).catch(() => process.exit(1))
}

process.on('uncaughtException', (error) => void end(error).catch(() => process.exit(1)))
process.on('unhandledRejection', onForgotten)
try {
  const config = loadConfig()
  const log = createLog(config)
  if (isOneOfSeveral) await startBeside(config, log)
  else for (const line of await start(config, log)) console.log(line)
  running = log
} catch (error) {
  await end(error)
}
