import { relative } from 'node:path'
import { artifact, writeArtifact } from './artifact.ts'
import { buildWeb } from './build-web.ts'

await buildWeb(undefined, console.log)
await writeArtifact()
console.log(`  for servers: ${relative(process.cwd(), artifact)}`)
