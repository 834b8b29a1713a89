/** Geolocation permission; null where the browser does not support the query. */
export async function geolocationPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'geolocation' })
  } catch {
    return null
  }
}
