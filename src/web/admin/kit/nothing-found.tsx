import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ListState, listHref } from './list-address.ts'

type Props = { state: Pick<ListState, 'path' | 'query'>; isOnlySearch: boolean; searchHint: string | undefined }

/** A list without a hit: of a search alone, or of filters. */
export function NothingFound({ state: { path, query }, isOnlySearch, searchHint }: Props) {
  if (!isOnlySearch) {
    return (
      <EmptyState
        title={m.admin_list_none_found()}
        text={m.admin_list_none_found_text()}
        action={<ButtonLink to={path}>{m.admin_list_show_all()}</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      title={m.admin_found_none({ q: query.q ?? '' })}
      text={searchHint}
      action={
        <ButtonLink to={listHref(path, query, { q: null })} look="outline">
          {m.admin_search_clear()}
        </ButtonLink>
      }
    />
  )
}
