/** What the start page loads besides `client/public-pages.ts`, and the mission page for its film: no other page carries it. */
import { defineCarousel } from '../ui/carousel/picture-carousel.element.ts'
import { defineFilmDialog } from '../ui/lightbox/film-dialog.element.ts'
import { syncPictureTheme } from '../ui/lightbox/picture-theme.ts'
import { logTimings } from '../ui/log-paint-timings.ts'

defineCarousel()
defineFilmDialog()
syncPictureTheme()
if (location.pathname === '/') logTimings()
