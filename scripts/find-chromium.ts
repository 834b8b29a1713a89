import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

// The headless shell has no window support and needs a third less CPU.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The Chromium to test with: from CHROMIUM_PATH, installed on the system, or installed now (the Debian package when
 * root, otherwise Playwright's). Prints which one.
 */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (!works(configured)) throw new Error(`CHROMIUM_PATH is "${configured}", which is not a working browser.`)
    return announce(configured, 'from CHROMIUM_PATH')
  }
  const found = onSystem()
  if (found) return announce(found, 'found on this system')
  const installed = installDebian() ?? (await installPlaywright())
  if (installed) return announce(installed, 'installed just now')
  throw new Error(
    'Chromium was not found and could not be installed: install it and set CHROMIUM_PATH to its executable.',
  )
}

function announce(path: string, how: string): string {
  console.log(`Chromium: ${path} (${how})`)
  return path
}

function works(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function onSystem(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...elsewhere].find((path) => isProgram(path) && works(path))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Chromium not found: installing the system package …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  if (!apt('update')) console.log('Could not refresh the package lists; using the existing ones.')
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  return install('chromium-headless-shell') || install('chromium') ? onSystem() : undefined
}

async function installPlaywright(): Promise<string | undefined> {
  console.log("Chromium not found: installing Playwright's …")
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  const withSystemPackages = process.getuid?.() === 0 ? ['--with-deps'] : []
  spawnSync(process.execPath, [cli, 'install', ...withSystemPackages, 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) && works(path) ? path : undefined
}

if (import.meta.main) await findChromium()
