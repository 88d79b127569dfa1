// A form that is read in another language is sent as a whole page, not as a part of this one.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[formaction]");
  if (button) {
    event.preventDefault();
    button.form.action = button.formAction;
    button.form.submit();
  }
});

// Where the program has been ended nothing more can come.
document.addEventListener("htmx:sendError", () => {
  document.getElementById("ended").hidden = false;
});
document.addEventListener("htmx:afterOnLoad", () => {
  document.getElementById("ended").hidden = true;
});
