/** Pictures made of uploaded photos. Free of zod, and small: every page that shows a photo loads it. */

/** Widths in px in which a public picture is kept, each as AVIF, WebP and JPEG. */
export const pictureWidths = [160, 320, 640] as const

/** `srcset` in each format of a picture that was uploaded here, and the address for `src`; null for any other address. */
export function pictureSources(url: string): { src: string; avif: string; webp: string; jpeg: string } | null {
  const base = /(\/media\/[\da-f-]{36}\/)\d+\.jpg$/.exec(url)?.[1]
  if (!base) return null
  const set = (ending: string) => pictureWidths.map((width) => `${base}${width}.${ending} ${width}w`).join(', ')
  return { src: `${base}640.jpg`, avif: set('avif'), webp: set('webp'), jpeg: set('jpg') }
}
