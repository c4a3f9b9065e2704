/** What an app's page loads (app-site.ts). */
export { AuthClient } from '@supabase/auth-js'
