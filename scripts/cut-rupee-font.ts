// The rupee sign is in no Latin file: one price would pull a whole extra script. Run by hand after a font update.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const sources = {
  'rupee-baloo-2': '@fontsource-variable/baloo-2/files/baloo-2-latin-ext-wght-normal.woff2',
  'rupee-mukta-400': '@fontsource/mukta/files/mukta-latin-ext-400-normal.woff2',
  'rupee-mukta-600': '@fontsource/mukta/files/mukta-latin-ext-600-normal.woff2',
} as const

for (const [name, source] of Object.entries(sources)) {
  const whole = await readFile(join(root, 'node_modules', source))
  const cut = await subsetFont(whole, '₹', { targetFormat: 'woff2' })
  await writeFile(join(root, 'src/web/fonts', `${name}.woff2`), cut)
  console.log(`${name}.woff2 ${cut.length} bytes`)
}
