import { useEffect, useState } from 'react'
import type { Suggestion } from '#contract/reference/places.ts'
import { currentLocale } from './locale.ts'
import type { Option } from './ui/field.tsx'

const typingMs = 200
const maxSuggestions = 8

/** Places suggested for a typed text, tolerant of typos and in both scripts; null until the server answers. */
export function usePlaces(text: string, query: Record<string, string>, asking: boolean): readonly Suggestion[] | null {
  const [found, setFound] = useState<readonly Suggestion[] | null>(null)
  const q = text.trim()
  const search = String(new URLSearchParams({ q, ...query, limit: String(maxSuggestions) }))
  useEffect(() => {
    setFound(null)
    if (!asking || q === '') return
    const gone = new AbortController()
    const ask = async () => {
      const reply = await fetch(`/api/places/autocomplete?${search}`, { signal: gone.signal })
      if (!reply.ok) return
      const { data }: { data: Suggestion[] } = await reply.json()
      setFound(data)
    }
    // On failure the areas of the page remain.
    const timer = setTimeout(() => ask().catch(() => undefined), typingMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [search, q, asking])
  return found
}

/** Suggested areas of a city; null until the server answers. */
export function useSuggestions(text: string, city: string, asking: boolean): readonly Option[] | null {
  const found = usePlaces(text, { city }, asking)
  const isHindi = currentLocale() === 'hi'
  return (
    found?.map(({ area, label, labelHi }) => ({
      value: area,
      label: (isHindi ? labelHi : label).split(',')[0] ?? area,
    })) ?? null
  )
}
