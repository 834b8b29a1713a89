import { currentLocale, otherLanguageHref } from '../locale.ts'
import { HindiWord } from '../ui/hindi-word.tsx'
import { Icon } from '../ui/icon.tsx'
import { useSite } from './site-state.ts'

/** Link to this page in the other language, with a full load. */
export function LanguageLink({ className = 'nav-link' }: { className?: string }) {
  const { pathname, search } = useSite()
  const toEnglish = currentLocale() === 'hi'
  return (
    <a
      href={otherLanguageHref({ pathname, search })}
      hrefLang={toEnglish ? 'en' : 'hi'}
      lang={toEnglish ? 'en' : 'hi'}
      className={className}
    >
      <Icon name="languages" size={20} className="hidden lg:block" />
      {toEnglish ? 'English' : <HindiWord id="hindi" text="हिन्दी" className="w-[2.3em]" />}
    </a>
  )
}
