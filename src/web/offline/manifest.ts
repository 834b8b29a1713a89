import { brand } from '#contract/wire/brand.ts'
import { m } from '#messages'

const paper = '#f6f7f4'
const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Web app manifest. */
export function loader() {
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: m.home_meta_description(),
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: paper,
    background_color: paper,
    categories: ['education'],
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      { name: m.shell_find_tutors(), url: '/mentors' },
      { name: m.shell_dashboard(), url: '/dashboard' },
    ].map((one) => ({ ...one, icons: [icon('icon', 192, 'any')] })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  })
}
