import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** The scripts a browser loads to show a page, with their size in brotli, largest first. */
export async function pageScripts(origin: string, path: string): Promise<{ url: string; bytes: number }[]> {
  const html = (await fetchRaw(origin + path, 'identity')).text
  // Script sources, modulepreload links and the imports of inline module scripts.
  const tags = html.match(/<link\b[^>]*\brel="modulepreload"[^>]*>|<script\b[\s\S]*?<\/script>/g) ?? []
  const waiting = tags.flatMap((tag) => scriptsIn(tag, path))
  const found = new Map<string, number>()
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    if (found.has(url)) continue
    const { text, bytes } = await fetchRaw(origin + url, 'br')
    found.set(url, bytes)
    waiting.push(...staticImports(text, url))
  }
  return [...found].map(([url, bytes]) => ({ url, bytes })).sort((a, b) => b.bytes - a.bytes)
}

function scriptsIn(tag: string, page: string): string[] {
  const opening = tag.slice(0, tag.indexOf('>') + 1)
  const linked = /\b(?:src|href)="([^"]+\.js)"/.exec(opening)?.[1]
  const inline = /type="module"/.test(opening) ? [...staticImports(tag, page), ...dynamicImports(tag, page)] : []
  return [...(linked ? [new URL(linked, `http://page${page}`).pathname] : []), ...inline]
}

const named = (pattern: RegExp, text: string, from: string) =>
  [...text.matchAll(pattern)].map(([, name = '']) => new URL(name, `http://page${from}`).pathname)

/** Modules without a preload link are still loaded when another module imports them. */
const staticImports = (text: string, from: string) => named(/\b(?:import|from)\s*["']([^"']+\.js)["']/g, text, from)
const dynamicImports = (text: string, from: string) => named(/\bimport\(\s*["']([^"']+\.js)["']/g, text, from)

/** Unlike fetch, this reports the bytes transferred. */
async function fetchRaw(url: string, encoding: 'br' | 'identity'): Promise<{ text: string; bytes: number }> {
  return await new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': encoding } }, async (reply) => {
      try {
        const body = await buffer(reply)
        if (reply.statusCode !== 200) throw new Error(`${url} replied ${reply.statusCode}`)
        const isSmall = reply.headers['content-encoding'] === 'br'
        const text = (isSmall ? brotliDecompressSync(body) : body).toString()
        resolve({ text, bytes: (isSmall ? body : brotliCompressSync(body)).length })
      } catch (error) {
        reject(error)
      }
    })
    request.once('error', reject)
  })
}
