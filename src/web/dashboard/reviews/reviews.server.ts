import { redirect } from 'react-router'
import { subjectFrom, subjectIn } from '#contract/reference/catalogue.ts'
import {
  answerDemo,
  ownReviews,
  type ReceivedReview,
  type ReviewedBooking,
  replyToReview,
  reportReview,
  setQuoting,
  writeReview,
} from '#contract/reviews/own-reviews.ts'
import { type LoaderContext, readApi } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { isTicked, valuesOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'

type WriterText = (review: ReceivedReview) => string

/** Reviews of this side in the reader's language. `writerText` describes the author. */
export async function loadOwnReviews(context: LoaderContext, writerText: WriterText) {
  const { data, received } = await readApi(context, ownReviews)
  return { reviewed: toReviewed(data), received: received.map((one) => ({ ...one, who: writerText(one) })) }
}

const toReviewed = (all: readonly ReviewedBooking[]) =>
  all.map((one) => ({
    ...one,
    subject: subjectIn(one.subject, currentLocale()),
    subjectSlug: subjectFrom(one.subject) ?? '',
  }))

/** The reviews of a home: its prompts, or all of them for a dialog that the URL opens. */
export async function loadPrompts(
  context: LoaderContext,
  writerText: WriterText,
  { url, prompts }: { url: URL; prompts: readonly ReviewedBooking[] },
): Promise<OwnReviews> {
  if (['review', 'reply', 'report'].some((dialog) => url.searchParams.has(dialog)))
    return await loadOwnReviews(context, writerText)
  return { reviewed: toReviewed(prompts), received: [] }
}
export type OwnReviews = Awaited<ReturnType<typeof loadOwnReviews>>
export type Reviewed = OwnReviews['reviewed'][number]
export type Received = OwnReviews['received'][number]

/** Form intents for reviews and demo outcomes. */
export const reviewIntents = (context: LoaderContext, form: FormData) => ({
  review: async () => {
    const written = await sendForm(context, writeReview, form)
    return written.ok && isTicked(form, 'asksQuoting') ? await sendForm(context, setQuoting, form) : written
  },
  quoting: () => sendForm(context, setQuoting, form),
  reply: () => sendForm(context, replyToReview, form),
  report: () => sendForm(context, reportReview, form),
  demo: async () => {
    const done = await sendForm(context, answerDemo, form)
    const next = nextPath(form)
    if (done.ok && next) throw redirect(localHref(next))
    return done
  },
})

/** Next page after a demo: book this mentor, or search for another. */
function nextPath(form: FormData): string | null {
  const { answer, month = '', ...values } = valuesOf(form)
  const of = (...names: string[]) =>
    new URLSearchParams(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  if (answer === 'another_mentor') return `/mentors?${of('class', 'subject')}`
  if (answer !== 'going_on') return null
  return month.startsWith('/mentors/') ? month : '/mentors'
}
