/** For the home page, and for the film on the mission page. */
import { defineCarousel } from '../ui/carousel/picture-carousel.element.ts'
import { defineFilmDialog } from '../ui/lightbox/film-dialog.element.ts'
import { syncPictureTheme } from '../ui/lightbox/picture-theme.ts'
import { logTimings } from '../ui/log-paint-timings.ts'

defineCarousel()
defineFilmDialog()
syncPictureTheme()
if (location.pathname === '/') logTimings()
