// Ignores the later clicks of a double click whose first click opened this page: they would act on a
// page that the applicant has not seen, and approve a photo or sign a document.
let clicked = false

addEventListener(
  'click',
  (event) => {
    if (event.detail <= 1) clicked = true
    else if (!clicked) {
      event.preventDefault()
      event.stopPropagation()
    }
  },
  true,
)
