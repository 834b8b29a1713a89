import type { AdminRole } from '#contract/endpoint.ts'
import type { Admin } from '#contract/people.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { PageForm } from './page-form.tsx'
import { roleName } from './role-name.ts'

type Roles = readonly AdminRole[]
const optionsOf = (roles: Roles) => roles.map((role) => ({ value: role, label: roleName(role) }))

/** One admin; the owner gives another role, or takes it away. */
export function AdminRow({ admin, roles, canChange }: { admin: Admin; roles: Roles; canChange: boolean }) {
  const { _id, name, phone, role, isEnrolled, seenAt } = admin
  return (
    <li className="grid items-start gap-3 py-3 lg:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold text-ink">{name}</p>
        <p className="text-small text-muted">
          {[phone, !canChange && roleName(role)].filter(Boolean).join(', ')}
          {'. '}
          {!isEnrolled
            ? m.admin_admins_not_enrolled()
            : seenAt && `${m.admin_people_seen()}: ${formatDateTime(seenAt)}`}
        </p>
      </div>
      {canChange && (
        <>
          <PageForm intent={`set-${_id}`} part={role + name} className="grid gap-2">
            {({ field, busy }) => (
              <div className="flex flex-wrap items-end gap-2">
                <input type="hidden" name="phone" value={phone} />
                <input type="hidden" name="name" value={name} />
                <SelectField
                  {...field('role', role)}
                  label={m.admin_admins_save_of({ name })}
                  hideLabel
                  options={optionsOf(roles)}
                />
                <Button type="submit" look="outline" loading={busy}>
                  {m.admin_admins_save()}
                  <span className="sr-only"> {name}</span>
                </Button>
              </div>
            )}
          </PageForm>
          <PageForm intent={`remove-${_id}`} part="" className="grid gap-2">
            {({ busy }) => (
              <>
                <input type="hidden" name="id" value={_id} />
                <Button type="submit" look="plain" loading={busy} className="justify-self-start text-error!">
                  {m.admin_admins_remove()}
                  <span className="sr-only"> {name}</span>
                </Button>
              </>
            )}
          </PageForm>
        </>
      )}
    </li>
  )
}

/** `known`: how many there are, so that the form begins anew after one was added. */
export function AddAdmin({ roles, known }: { roles: Roles; known: number }) {
  return (
    <section aria-labelledby="add-admin" className="card mt-5">
      <h2 id="add-admin" className="text-h3">
        {m.admin_admins_add()}
      </h2>
      <p className="mb-3 text-small text-muted">{m.admin_admins_add_text()}</p>
      <PageForm intent="add" part={String(known)} className="grid items-end gap-3 md:grid-cols-4">
        {({ field, busy }) => (
          <>
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
            <Button type="submit" loading={busy}>
              {m.admin_admins_add_do()}
            </Button>
          </>
        )}
      </PageForm>
    </section>
  )
}
