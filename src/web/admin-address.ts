/** Admin-only pages. Their routes are in a separate manifest, which other visitors do not load. */
export const isAdminAddress = (path: string): boolean => /^\/(admin|call-admin)(\/|$)/.test(path)
