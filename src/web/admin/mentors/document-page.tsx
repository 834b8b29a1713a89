import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { type AdminMentor, adminMentor } from '#contract/mentors/verification.ts'
import { mediaLink } from '#contract/reference/media.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { Notice } from '../../ui/error-state.tsx'
import type { Route } from './+types/document-page.ts'
import { hasUploadedDocument, namedCertificates } from './check-details.server.ts'
import { DocumentBar, DocumentPicture } from './document-picture.tsx'
import { documentKinds, documentName, pendingVideo } from './mentor-documents.tsx'

/** URL of a stored file. Private files get a link that expires within minutes and is recorded in the access log. */
async function openFile(context: Route.LoaderArgs['context'], stored: string | null) {
  const id = /^\/media\/(?:private\/)?([\da-f-]{36})(?:\/|$)/.exec(stored ?? '')?.[1]
  if (id) {
    const link = await readApi(context, mediaLink, { params: { id } }).catch(() => null)
    if (!link) return null
    // Relative, because the site may be reached through another origin.
    const { pathname, search } = new URL(link.data.url)
    // The link opens once; a new tab gets one of its own.
    return { url: pathname + search, newTab: `/signup/files/${id}`, type: link.data.contentType }
  }
  // Portraits of demo accounts.
  return stored?.startsWith('/portraits/') ? { url: stored, newTab: stored, type: 'image/svg+xml' } : null
}

function pendingVideoOf({ waiting }: AdminMentor): string | null {
  const path = waiting?.changes.find(({ fact }) => fact === 'teaching_video')?.to
  return typeof path === 'string' ? path : null
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const isPending = params.document === pendingVideo
  const kind = isPending ? 'video' : documentKinds.find((one) => one === params.document)
  const { data: mentor } = await readApi(context, adminMentor, { params: { id: params.id } })
  const certificate = namedCertificates(mentor).find(({ _id }) => _id === params.document)
  if (!kind && !certificate) throw data(null, { status: 404 })
  const stored = {
    document: hasUploadedDocument(mentor) ? mentor.document : null,
    cv: mentor.cv,
    video: isPending ? pendingVideoOf(mentor) : mentor.teachingVideo,
  }
  const isClosed = viewer.adminRole === 'support' && kind !== 'video'
  const path = kind ? stored[kind] : certificate && !certificate.deletedAt ? `/media/private/${certificate._id}` : null
  const name = kind ? documentName[kind]() : (certificate?.name ?? '')
  return { name, isClosed, file: isClosed ? null : await openFile(context, path) }
}

/** Revalidating would record another access, so saves on the page do not reload the document. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname
}

/** Document viewer above the list. */
export default function DocumentPage({ loaderData: { name, isClosed, file }, params: { id } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  // Reload the parent page, whose access log predates this access.
  useEffect(() => {
    if (file) revalidate()
  }, [file, revalidate])
  if (isClosed) return <Notice>{m.admin_doc_not_support()}</Notice>
  if (!file) return <Notice tone="bad">{m.admin_doc_gone()}</Notice>
  const { url, newTab, type } = file
  const bar = { name, newTab, back: `/admin/mentors/${id}` }
  return (
    <div className="mb-4 grid gap-2" id="viewer">
      {type.startsWith('image/') ? (
        <DocumentPicture key={url} src={url} {...bar} />
      ) : (
        <>
          <DocumentBar {...bar} />
          {type.startsWith('video/') ? (
            // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
            <video src={url} controls className="admin-document" aria-label={name} />
          ) : (
            <iframe src={url} title={name} className="admin-document" />
          )}
        </>
      )}
      {newTab === url && <p className="text-small text-muted">{m.admin_doc_sample()}</p>}
    </div>
  )
}
