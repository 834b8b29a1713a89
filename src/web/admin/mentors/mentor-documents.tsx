import { type ReactNode, useEffect, useRef } from 'react'
import type { CertificateKind } from '#contract/mentors/check-evidence.ts'
import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { DeleteDocument, RequestDocument } from './document-forms.tsx'

/** Documents by their URL segment; certificates use their ids. */
export const documentKinds = ['document', 'cv', 'video'] as const
/** URL segment of a new teaching video that waits for review. */
export const pendingVideo = 'new-video'
type DocumentKind = (typeof documentKinds)[number]
export const documentName: Record<DocumentKind, () => string> = {
  document: m.admin_doc_document,
  cv: m.admin_doc_cv,
  video: m.admin_doc_video,
}

export const certificateName: Record<CertificateKind, () => string> = {
  degree: m.admin_doc_degree,
  teaching: m.admin_doc_teaching,
  police: m.admin_doc_police,
}

type DocumentRow = {
  /** URL segment. */
  key: string
  name: string
  isAvailable: boolean
  deleted: string | null
  /** Date of the request for a replacement. */
  asked: string | null
  /** What is there instead of a file, or beside it. */
  note: string | null
}

type Props = {
  mentorId: string
  documents: readonly DocumentRow[]
  /** Key of the open document. */
  open: string | null
  /** False for support, which can open only the video. */
  canOpenPapers: boolean
  canDelete: boolean
  canAsk: boolean
  version: number
  /** Document viewer. */
  children: ReactNode
}

/** Uploaded documents; each access is recorded. */
export function MentorDocuments({ mentorId, documents, open, version, children, ...can }: Props) {
  const at = `/admin/mentors/${mentorId}`
  const last = useRef(open)
  // The link that closed the viewer is gone with it.
  useEffect(() => {
    if (!open && last.current) document.getElementById(`open-${last.current}`)?.focus({ preventScroll: true })
    last.current = open
  }, [open])
  return (
    <>
      {children}
      <p className="mb-2 text-small text-muted">{m.admin_documents_text()}</p>
      <ul className="divide-y divide-line">
        {documents.map(({ key, name, isAvailable, deleted, asked, note }) => {
          const isOpen = open === key
          const canOpen = can.canOpenPapers || key === 'video'
          return (
            <li key={key} className="flex min-h-14 flex-wrap items-center gap-3 py-1">
              <Icon name="file-text" size={22} className="flex-none text-muted" />
              <span className="grow">
                <b className="text-ink">{name}</b>
                {note && <span className="block text-small text-muted">{note}</span>}
                {!isAvailable && !(note && !deleted) && (
                  <span className="block text-small text-muted">
                    {deleted ? m.admin_doc_deleted({ date: deleted }) : m.admin_doc_none()}
                  </span>
                )}
                {isAvailable && !canOpen && (
                  <span className="block text-small text-muted">{m.admin_doc_not_support()}</span>
                )}
                {asked && <span className="block text-small text-muted">{m.admin_doc_asked({ date: asked })}</span>}
              </span>
              {isAvailable && canOpen && (
                <LocalLink
                  id={`open-${key}`}
                  to={isOpen ? `${at}/${key}#viewer` : `${at}/${key}`}
                  className={`btn ${isOpen ? 'btn-plain' : 'btn-outline'}`}
                  preventScrollReset
                  aria-current={isOpen || undefined}
                  aria-label={m.admin_for({ action: m.admin_doc_open(), name })}
                >
                  {m.admin_doc_open()}
                </LocalLink>
              )}
            </li>
          )
        })}
      </ul>
      <RequestDocument version={version} can={can.canAsk} />
      <DeleteDocument version={version} can={can.canDelete} />
    </>
  )
}
