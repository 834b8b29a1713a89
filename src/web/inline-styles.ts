/**
 * Writes the styles of a public page into it: on a slow network a file of its own would cost another round trip before the
 * first paint. The link stays for React and the service worker; disabled, it is not fetched and React takes it for loaded.
 * @param html of a whole page; @param nonce of its styles; @param styles texts by address
 */
export function withInlineStyles(html: string, nonce: string, styles: ReadonlyMap<string, string>): string {
  return html.replace(/<link (?:nonce="[^"]*" )?rel="stylesheet" href="([^"]+)"/g, (link, address: string) => {
    const text = styles.get(address)
    return text === undefined ? link : `<style nonce="${nonce}">${text}</style>${link} disabled=""`
  })
}
