import { expect, test } from 'vitest'
import { withInlineStyles } from './inline-styles.ts'

test('writes known styles into a page and disables their links', () => {
  const styles = new Map([
    ['/assets/app.css', 'b{}'],
    ['/assets/home.css', 'i{}'],
  ])
  const html =
    '<link rel="stylesheet" href="/assets/app.css" data-precedence="default"/><link nonce="n" rel="stylesheet" href="/assets/home.css"/><link rel="stylesheet" href="/assets/new.css"/>'
  expect(withInlineStyles(html, 'n', styles)).toBe(
    '<style nonce="n">b{}</style><link rel="stylesheet" href="/assets/app.css" disabled="" data-precedence="default"/><style nonce="n">i{}</style><link nonce="n" rel="stylesheet" href="/assets/home.css" disabled=""/><link rel="stylesheet" href="/assets/new.css"/>',
  )
})
