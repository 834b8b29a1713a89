import { type RouterContextProvider, redirect } from 'react-router'
import { subjectFrom, subjectIn } from '#contract/reference/catalogue.ts'
import {
  answerDemo,
  ownReviews,
  type ReceivedReview,
  replyToReview,
  reportReview,
  setQuoting,
  writeReview,
} from '#contract/reviews/own-reviews.ts'
import { readApi, writeApi } from '../../api.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { textOf } from '../kit/form-result.ts'

type Context = Readonly<RouterContextProvider>
type WriterText = (review: ReceivedReview) => string

/** What this side is asked, has said and was told, in the reader's language. `writerText` says who wrote, as far as others may know. */
export async function loadOwnReviews(context: Context, writerText: WriterText) {
  const { data, received } = await readApi(context, ownReviews)
  return {
    reviewed: data.map((one) => ({
      ...one,
      subject: subjectIn(one.subject, currentLocale()),
      subjectSlug: subjectFrom(one.subject) ?? '',
    })),
    received: received.map((one) => ({ ...one, who: writerText(one) })),
  }
}
export type OwnReviews = Awaited<ReturnType<typeof loadOwnReviews>>
export type Reviewed = OwnReviews['reviewed'][number]
export type Received = OwnReviews['received'][number]

const answers = ['going_on', 'not_now', 'another_mentor', 'would_take', 'would_not', 'skipped'] as const

/** Does what a form about a review or a demo asks; null when it is about something else. */
export async function changeReview(context: Context, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const params = { id: text('of') }
  switch (text('intent')) {
    case 'review': {
      const written = await writeApi(context, writeReview, {
        params,
        body: { stars: Number(text('stars')), words: text('words') },
      })
      if (!written.ok || !form.has('asksQuoting')) return written
      return await writeApi(context, setQuoting, { params, body: { agreed: form.has('agreed') } })
    }
    case 'quoting':
      return await writeApi(context, setQuoting, { params, body: { agreed: text('agreed') === '1' } })
    case 'reply':
      return await writeApi(context, replyToReview, { params, body: { reply: text('reply') } })
    case 'report':
      return await writeApi(context, reportReview, { params, body: { text: text('text') } })
    case 'demo': {
      const answer = answers.find((one) => one === text('answer')) ?? 'skipped'
      const words = text('text').trim()
      const done = await writeApi(context, answerDemo, {
        params,
        body: { answer, ...(words !== '' && { text: words }) },
      })
      const next = nextPath(answer, text)
      if (done.ok && next) throw redirect(localHref(next))
      return done
    }
    default:
      return null
  }
}

/** Where a family goes that wants to go on with this mentor, or to look for another one. */
function nextPath(answer: (typeof answers)[number], text: (name: string) => string): string | null {
  const of = (...names: string[]) =>
    new URLSearchParams(names.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])))
  if (answer === 'another_mentor') return `/mentors?${of('class', 'subject')}`
  if (answer !== 'going_on') return null
  return text('month').startsWith('/mentors/') ? text('month') : '/mentors'
}
