import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { AdminForm, type FormFields } from '../kit/admin-form.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, Facts, HistoryLink, MissingRow, Part } from '../kit/admin-part.tsx'
import { ResultNotice } from '../kit/page-form.tsx'
import type { Route } from './+types/message-text-page.ts'
import { readEventTexts, saveEventTexts } from './message-texts.server.ts'
import { TextState } from './text-state.tsx'

const home = '/admin/settings/messages'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { adminRole } = await requireViewer(context, new URL(request.url), '/admin/login')
  return { ...(await readEventTexts(context, params.event)), mayChange: adminRole === 'owner' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await saveEventTexts(context, params.event, await readForm(request))
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.name ?? '')

/** The texts of one event: every admin can read them, owners can change them. */
export default function MessageTextPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, name, about, state, version, fields, placeholders, sms, mayChange } = loaderData
  const form = { resetKey: event + version, version }
  return (
    <>
      <BackLink to={home}>{m.admin_set_messages()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{name}</h1>
        <TextState state={state} />
        <span className="text-muted">{about}</span>
        <span className="audit-raw">{event}</span>
      </div>
      <ResultNotice result={actionData} />
      {!mayChange && <p className="mb-4 font-semibold">{m.admin_set_owner_only()}</p>}
      {state === 'outdated' && <Notice tone="bad">{m.admin_text_outdated_text()}</Notice>}
      <div className="mt-4 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section className="card grid gap-4" aria-label={name}>
          <p className="max-w-prose text-muted">{m.admin_text_lead()}</p>
          <AdminForm intent="save" {...form}>
            {({ field, busy }) => (
              <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
                <div className="grid items-start gap-4 sm:grid-cols-2">
                  {fields.map(({ at, label, text }) => (
                    <TextPart key={at} label={label} {...field(at, text)} />
                  ))}
                </div>
                {fields.length > 2 && <p className="text-muted text-small">{m.admin_text_foot()}</p>}
                {mayChange && (
                  <Button type="submit" loading={busy} className="justify-self-start">
                    {m.admin_set_save()}
                  </Button>
                )}
              </fieldset>
            )}
          </AdminForm>
          {mayChange && state !== 'usual' && (
            <AdminForm intent="default" {...form}>
              {({ busy }) => (
                <Button type="submit" look="outline" loading={busy} className="justify-self-start">
                  {m.admin_text_usual()}
                </Button>
              )}
            </AdminForm>
          )}
        </section>
        <div className="grid gap-5">
          <Part id="values" title={m.admin_text_values()}>
            <p className="mb-3 text-muted text-small">{m.admin_text_values_text()}</p>
            <Facts facts={placeholders} />
          </Part>
          {sms.length > 0 && (
            <Part id="sms" title={m.settings_sms()}>
              <p className="mb-3 text-muted text-small">{m.admin_text_sms()}</p>
              <Facts facts={sms} />
            </Part>
          )}
          <div className="card py-2!">
            <HistoryLink subject={event} />
          </div>
        </div>
      </div>
    </>
  )
}

function TextPart(props: { label: string } & ReturnType<FormFields['field']>) {
  const { name } = props
  const lang = name.includes('.hi') ? 'hi' : 'en'
  if (name.endsWith('subject'))
    return (
      <div className="max-lg:col-span-full">
        <TextField {...props} lang={lang} autoComplete="off" />
      </div>
    )
  return <TextArea {...props} lang={lang} rows={name.startsWith('app') ? 4 : 10} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list={home} />
}
