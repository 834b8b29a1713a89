/** Addresses of resized photos. Kept small and without zod, because every page with a photo loads this file. */

/** Widths in px at which a public picture is stored, each as AVIF, WebP and JPEG. */
export const pictureWidths = [160, 320, 640] as const

/** The `src` and the `srcset` of each format of an uploaded picture; null for an external address. */
export function pictureSources(url: string): { src: string; avif: string; webp: string; jpeg: string } | null {
  const base = /(\/media\/[\da-f-]{36}\/)\d+\.jpg$/.exec(url)?.[1]
  if (!base) return null
  const set = (ending: string) => pictureWidths.map((width) => `${base}${width}.${ending} ${width}w`).join(', ')
  return { src: `${base}640.jpg`, avif: set('avif'), webp: set('webp'), jpeg: set('jpg') }
}
