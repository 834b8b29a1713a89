import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { m } from '#messages'
import balooHindi from '../../generated/fonts/baloo-2-devanagari.woff2?url'
import baloo from '../../generated/fonts/baloo-2-latin.woff2?url'
import muktaHindi from '../../generated/fonts/mukta-400-devanagari.woff2?url'
import mukta from '../../generated/fonts/mukta-400-latin.woff2?url'
import muktaBold from '../../generated/fonts/mukta-600-latin.woff2?url'
import type { Route } from './+types/root.ts'
import { orFallback, serverContext } from './api.ts'
import css from './app.css?url'
import { ErrorScreen, failedTitle } from './error-screens.tsx'
import { currentLocale } from './locale.ts'
import { loadShortlist } from './shortlist/shortlist.server.ts'
import { readSite } from './site-facts.ts'
import type { Theme } from './theme.ts'
import { loadViewer, readFrame } from './viewer.ts'

const barColour = { light: '#f6f7f4', dark: '#11151f' } as const

const fonts = { en: [baloo, mukta, muktaBold], hi: [balooHindi, muktaHindi, mukta] } as const

/** Fallback with the default phone number while settings cannot be read. */
const unknown = {
  phone: defaultPhone,
  email: '',
  address: { en: '', hi: '' },
  hours: { en: [], hi: [] },
  office: { legalName: '' },
  social: [],
  off: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { locale, theme, requestId, catalogue } = context.get(serverContext)
  const viewer = await loadViewer(context)
  const talks = viewer !== null && viewer._id !== null && viewer.userType !== 'admin'
  const [kept, site, frame] = await Promise.all([
    loadShortlist(context, viewer),
    readSite(context).catch(orFallback(context, null)),
    talks ? readFrame(context).catch(orFallback(context, null)) : null,
  ])
  const { phone: callingNo, email, address, hours, office, social, off } = site ?? unknown
  const reach = { email, address: address[locale], hours: hours[locale], legalName: office.legalName }
  const links = [
    ...(talks ? [{ to: '/chat', label: m.shell_messages() }] : []),
    ...(kept.length > 0 ? [{ to: '/shortlist', label: m.shortlist_link({ count: kept.length }) }] : []),
  ]
  const shown = {
    locale,
    theme,
    requestId,
    viewer,
    kept,
    callingNo,
    reach,
    social,
    off,
    links,
    unread: frame?.unreadMessages ?? 0,
  }
  return catalogue ? { ...shown, catalogue } : shown
}

/** A new filter does not change the viewer: reload after writes and for other pages only. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSamePage && (formMethod === undefined || formMethod === 'GET') ? false : defaultShouldRevalidate
}

export function meta({ error }: Route.MetaArgs) {
  return [{ title: error ? failedTitle(error) : m.brand_name() }]
}

function ThemeMeta({ theme }: { theme: Theme }) {
  if (theme !== 'device') return <meta name="theme-color" content={barColour[theme]} />
  return (
    <>
      <meta name="theme-color" content={barColour.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={barColour.dark} media="(prefers-color-scheme: dark)" />
    </>
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const theme = root?.theme ?? 'device'
  // Applied before rendering, so that hydration matches the server.
  if (!import.meta.env.SSR && root) applyCatalogue('catalogue' in root ? root.catalogue : null)
  return (
    <html lang={currentLocale()} {...(theme === 'device' ? {} : { 'data-theme': theme })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeMeta theme={theme} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {fonts[currentLocale()].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={css} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
