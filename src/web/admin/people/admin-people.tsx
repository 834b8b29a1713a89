import type { Admin } from '#contract/people/people.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { fullTime } from '../kit/full-time.ts'
import { PageForm, useRefused } from '../kit/page-form.tsx'
import { roleName } from '../kit/role-name.ts'

type Roles = readonly AdminRole[]
const optionsOf = (roles: Roles) => roles.map((role) => ({ value: role, label: roleName(role) }))

/** One admin; the owner can change their name and role, or remove them. */
export function AdminRow({
  admin,
  roles,
  canChange,
  isLastOwner,
}: {
  admin: Admin
  roles: Roles
  canChange: boolean
  isLastOwner: boolean
}) {
  const { _id, name, phone, role, isEnrolled, seenAt } = admin
  return (
    <li id={`admin-${_id}`} className="grid items-start gap-3 py-3 first:pt-0 last:pb-0 lg:grid-cols-[1fr_auto]">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold text-ink">
          {name} <span className="badge">{roleName(role)}</span>
        </p>
        <p className="text-small text-muted">
          {phone}
          {' · '}
          {!isEnrolled ? m.admin_admins_not_enrolled() : seenAt && `${m.admin_people_seen()}: ${fullTime(seenAt)}`}
        </p>
        {canChange && isLastOwner && <p className="text-small text-muted">{m.admin_admins_last()}</p>}
      </div>
      {canChange && (
        <div className="flex flex-wrap gap-2 lg:max-w-sm lg:justify-end">
          <EditAdmin admin={admin} roles={roles} />
          {!isLastOwner && <RemoveAdmin admin={admin} />}
        </div>
      )}
    </li>
  )
}

function EditAdmin({ admin: { _id, name, phone, role }, roles }: { admin: Admin; roles: Roles }) {
  const intent = `set ${_id}`
  const refused = useRefused(intent)
  return (
    <details className="group open:basis-full" open={refused && true}>
      <summary className="btn btn-outline">
        {m.admin_admins_change()}
        <span className="sr-only"> {name}</span>
      </summary>
      <PageForm intent={intent} resetKey={role + name} className="grid gap-4 p-4">
        {({ field, busy }) => (
          <>
            <input type="hidden" name="phone" value={phone} />
            <TextField {...field('name', name)} label={m.admin_people_name()} maxLength={80} required />
            <SelectField {...field('role', role)} label={m.admin_admins_role()} options={optionsOf(roles)} />
            <ConfirmField field={field('isSure', '')} phone={phone} />
            <Button type="submit" loading={busy} className="justify-self-start">
              {m.admin_admins_save()}
              <span className="sr-only"> {name}</span>
            </Button>
          </>
        )}
      </PageForm>
    </details>
  )
}

/** Asks for confirmation, because removing the role logs the person out at once. */
function RemoveAdmin({ admin: { _id, name } }: { admin: Admin }) {
  const intent = `remove ${_id}`
  const refused = useRefused(intent)
  return (
    <details className="group open:basis-full" open={refused && true}>
      <summary className="btn btn-outline text-error!">
        {m.admin_admins_remove()}
        <span className="sr-only"> {name}</span>
      </summary>
      <PageForm intent={intent} resetKey="" className="grid gap-3 p-4">
        {({ busy }) => (
          <>
            <input type="hidden" name="id" value={_id} />
            <p>{m.admin_admins_remove_text({ name })}</p>
            <Button type="submit" look="danger" loading={busy} className="justify-self-start">
              {m.admin_admins_remove_do({ name })}
            </Button>
          </>
        )}
      </PageForm>
    </details>
  )
}

/** Confirmation checkbox, shown once the server asks for it; the field's error is its label. */
function ConfirmField({
  field: { name, error },
  phone,
}: {
  field: { name: string; error: string | undefined }
  phone: string
}) {
  return error ? <Checkbox key={error} name={name} value={phone} label={error} /> : null
}

/** Form to add an admin. It resets when the number of admins changes. */
export function AddAdmin({ roles, count }: { roles: Roles; count: number }) {
  const { existingId: id, existingName: name } = useRefused('add')?.values ?? {}
  const existing = id && name ? { id, name } : null
  return (
    <section aria-labelledby="add-admin" className="card mt-5">
      <h2 id="add-admin" className="text-h3">
        {m.admin_admins_add()}
      </h2>
      <p className="mb-3 text-small text-muted">{m.admin_admins_add_text()}</p>
      <PageForm intent="add" resetKey={String(count)} className="grid gap-3">
        {({ field, busy }) => (
          <>
            <div className="grid items-start gap-3 md:grid-cols-3">
              <TextField {...field('name', '')} label={m.admin_people_name()} maxLength={80} required />
              <TextField
                {...field('phone', '')}
                label={m.admin_people_phone()}
                type="tel"
                inputMode="tel"
                maxLength={20}
                prefix="+91"
                required
              />
              <SelectField {...field('role', 'support')} label={m.admin_admins_role()} options={optionsOf(roles)} />
            </div>
            <ConfirmField field={field('isSure', '')} phone={field('phone', '').defaultValue} />
            {existing && (
              <a
                href={`#admin-${existing.id}`}
                className="text-link inline-flex min-h-11 items-center justify-self-start"
              >
                {m.admin_admins_known({ name: existing.name })}
              </a>
            )}
            <Button type="submit" loading={busy} className="justify-self-start">
              {m.admin_admins_add_do()}
            </Button>
          </>
        )}
      </PageForm>
    </section>
  )
}
