import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM } from 'tesseract.js'
import type { ReadWord } from './aadhaar-boxes.ts'

/** The words of each picture. */
export type OcrFinding = ReadWord[][]

// Both come with the packages: nothing is fetched.
const packageFolder = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng')))
const reader = await createWorker('eng', 1, {
  langPath: join(packageFolder, '4.0.0_best_int'),
  gzip: true,
  cacheMethod: 'none',
})
await reader.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT })

async function wordsOf(path: string): Promise<ReadWord[]> {
  const { data } = await reader.recognize(path, {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
  return lines
    .flatMap(({ words }) => words)
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence,
      left: x0,
      top: y0,
      right: x1,
      bottom: y1,
    }))
}

// The parent ends this process.
process.once('disconnect', () => process.exit())
const finding: OcrFinding = []
for (const path of process.argv.slice(2)) finding.push(await wordsOf(path))
process.send?.(finding)
