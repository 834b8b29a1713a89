import { useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'

/** Buttons below a preview: apply the change, or cancel. */
export function PreviewButtons({ name, set }: { name: string; set: string }) {
  const busy = useNavigation().formData?.get('name') === name
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" loading={busy}>
        {set}
      </Button>
      <a href="?" className="btn btn-plain">
        {m.admin_set_leave()}
      </a>
    </div>
  )
}
