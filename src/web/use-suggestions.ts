import { useEffect, useState } from 'react'
import type { Suggestion } from '#contract/reference/places.ts'
import { currentLocale } from './locale.ts'
import type { Option } from './ui/field.tsx'

const typingMs = 200
const maxSuggestions = 8

/** Suggested areas of a city for a typed text, tolerant of typos and in both scripts; null until the server answers. */
export function useSuggestions(text: string, city: string, asking: boolean): readonly Option[] | null {
  const [found, setFound] = useState<readonly Option[] | null>(null)
  useEffect(() => {
    const q = text.trim()
    setFound(null)
    if (!asking || q === '') return
    const gone = new AbortController()
    const ask = async () => {
      const reply = await fetch(
        `/api/places/autocomplete?${new URLSearchParams({ q, city, limit: String(maxSuggestions) })}`,
        {
          signal: gone.signal,
        },
      )
      if (!reply.ok) return
      const { data }: { data: Suggestion[] } = await reply.json()
      const isHindi = currentLocale() === 'hi'
      setFound(
        data.map(({ area, label, labelHi }) => ({
          value: area,
          label: (isHindi ? labelHi : label).split(',')[0] ?? area,
        })),
      )
    }
    // On failure the areas of the page remain.
    const timer = setTimeout(() => ask().catch(() => undefined), typingMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [text, city, asking])
  return found
}
