import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iconNames } from '../src/web/ui/icon-names.ts'

const target = join(import.meta.dirname, '../generated')

/** An icon in Lucide's format: tags with their attributes. */
type Drawing = { node?: [tag: string, attributes: Record<string, string>][] }

async function symbolOf(name: string): Promise<string> {
  const { __iconData: drawing }: { __iconData?: Drawing } = await import(`lucide-react/icons/${name}`)
  if (!drawing?.node?.length) throw new Error(`icons: unknown format of the Lucide icon ${name}`)
  const lines = drawing.node.map(([tag, attributes]) => {
    const written = Object.entries(attributes).filter(([key]) => key !== 'key')
    return `<${tag} ${written.map(([key, value]) => `${key}="${value}"`).join(' ')}/>`
  })
  return `<symbol id="${name}" viewBox="0 0 24 24">${lines.join('')}</symbol>`
}

/** Combines the site's icons into one SVG, generated/icons.svg. */
export async function drawIcons(): Promise<void> {
  const symbols = await Promise.all(iconNames.map(symbolOf))
  const picture = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const file = join(target, 'icons.svg')
  if (picture === (await readFile(file, 'utf8').catch(() => ''))) return
  await mkdir(target, { recursive: true })
  await writeFile(file, picture)
}

if (import.meta.main) await drawIcons()
