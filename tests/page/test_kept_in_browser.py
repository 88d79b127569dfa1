"""What the browser keeps, and what the address tells, in a real browser."""

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Opened, keep_class, on_server
from tests.page.hosted import IN_A_FRAME

pytestmark = pytest.mark.slow


def ready(page: Page) -> None:
    """Wait until all is ready."""
    expect(page.locator(".good")).to_be_visible()


def told(page: Page) -> dict[str, list[str]]:
    """Return what the address tells, without the key."""
    return parse_qs(urlsplit(page.url).query, keep_blank_values=True)


def within(address: str) -> str:
    """Return an address without the name that a frame has until it is loaded anew."""
    return IN_A_FRAME.sub("/app/#", address)


def counted(page: Page) -> int:
    """Return how many pages the files to print have, which the sum of what is ticked says too."""
    piles = page.locator(".files .quiet").all_inner_texts()
    return sum(int("".join(filter(str.isdigit, words))) for words in piles)


def test_a_class_is_typed_once(page: Page, opened: Opened, tmp_path: Path) -> None:
    """A class is kept, handed on as a file, known in every form, changed in two tabs, forgotten."""
    page.goto(f"{opened.in_language('fr')}class/")
    page.get_by_label("Nom de la classe").fill("6e B")
    page.get_by_label("Nombre d’élèves").fill("27")
    page.get_by_label("Joueurs par table, au plus").fill("900")
    assert page.get_by_label("Joueurs par table, au plus").evaluate(
        "it => it.validity.rangeOverflow"
    )
    page.get_by_label("Joueurs par table, au plus").fill("3")
    names = tmp_path / "noms.csv"
    names.write_text("nom;prénom\nMartin;Léa\nPetit;Zoé\n", encoding="utf-8")
    page.locator("#field-names-file").set_input_files(names)
    expect(page.get_by_label("Noms de la classe")).to_have_value("Léa Martin\nZoé Petit")
    page.get_by_role("button", name="Garder cette classe").click()
    expect(page.locator("#kept-note")).to_have_text("Gardée dans ce navigateur.")
    page.get_by_role("button", name="Nouvelle classe").click()
    page.get_by_label("Nom de la classe").fill("5e A")
    page.get_by_label("Papier").select_option("letter")
    page.get_by_label("Nom de la classe").press("Enter")
    expect(page.locator("#list .name")).to_have_text(["5e A", "6e B"])
    page.reload()
    expect(page.get_by_label("Papier")).to_have_value("letter")
    # The one kept last is the one that forms begin with; another can be chosen there.
    other = page.context.new_page()
    other.goto(f"{opened.in_language('fr')}kit/boite/")
    expect(other.get_by_label("Papier")).to_have_value("letter")
    other.get_by_label("Classe", exact=True).select_option("6e B")
    expect(other.get_by_label("Papier")).to_have_value("a4")
    other.get_by_text("Nombre, noms, tables").click()
    expect(other.get_by_label("Joueurs par table, au plus")).to_have_value("3")
    # Two tabs: what is kept in one is seen in the other, and never overwritten unseen.
    page.get_by_role("button", name="6e B", exact=True).click()
    page.get_by_label("Nombre d’élèves").fill("26")
    other.get_by_label("Nombre d’élèves").fill("25")
    other.get_by_role("button", name="Garder cette classe").click()
    expect(page.locator("#kept-note")).to_contain_text("dans un autre onglet")
    expect(page.get_by_label("Nombre d’élèves")).to_have_value("25")
    with page.expect_download() as handed:
        page.get_by_role("button", name="Transmettre en fichier").nth(1).click()
    file = tmp_path / handed.value.suggested_filename
    assert file.name == "6e-B.ludokit.json"
    handed.value.save_as(file)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Oublier tout").click()
    expect(page.locator("#list .name")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).length") <= 1
    page.locator("#read").set_input_files(file)
    expect(page.get_by_label("Nombre d’élèves")).to_have_value("25")
    expect(page.get_by_label("Noms de la classe")).to_have_value("Léa Martin\nZoé Petit")
    assert told(page)["class"] == [json.loads(file.read_text(encoding="utf-8"))["id"]]


@pytest.mark.rest
def test_a_kit_for_27_in_three_actions(page: Page, opened: Opened, class_file: Path) -> None:
    """Game, one tick less, file to print; reload, back and the first page find it again."""
    keep_class(page, opened, class_file)
    page.goto(opened.address)
    page.get_by_role("link", name="Race to 20").click()
    ready(page)
    every = counted(page)
    expect(page.locator("#sum-pages")).to_have_text(str(every))
    page.locator("input[type=checkbox][value=rules]").uncheck()
    rules = int(page.locator("input[type=checkbox][value=rules]").get_attribute("data-pages") or 0)
    assert int(page.locator("#sum-pages").inner_text()) == every - rules
    expect(page.locator("code")).to_contain_text("--contents strip,score-sheets,")
    ready(page)
    # Opened in a tab, the browser's own viewer of PDFs would ask for its pages.
    file = page.locator(".files a").first
    expect(file).to_have_attribute("target", "_blank")
    printed = page.evaluate("at => fetch(at).then((one) => one.text())", file.get_attribute("href"))
    assert "6eB" in (file.get_attribute("href") or "")
    assert printed.startswith("%PDF-")
    assert counted(page) == every - rules
    address = page.url
    assert set(told(page)) == {"class", "contents"}
    assert "lève" not in address
    page.reload()
    ready(page)
    assert within(page.url) == within(address)
    expect(page.locator("input[type=checkbox][value=rules]")).not_to_be_checked()
    expect(page.get_by_label("Paper")).to_have_value("letter")
    page.get_by_role("button", name="français").click()
    expect(page.get_by_label("Papier")).to_have_value("letter")
    assert within(page.url) == within(address.replace("/en/", "/fr/"))
    page.go_back()
    expect(page.get_by_label("Paper")).to_have_value("letter")
    page.goto(opened.address)
    page.get_by_role("link", name="Race to 20 – 6e B").first.click()
    ready(page)
    expect(page.locator("input[type=checkbox][value=rules]")).not_to_be_checked()


@pytest.mark.rest
def test_a_choice_differs_from_its_class(page: Page, opened: Opened, class_file: Path) -> None:
    """What differs from the class stands in the address; names that are typed are kept with it."""
    keep_class(page, opened, class_file)
    page.goto(f"{opened.address}kit/boite/")
    page.get_by_text("How many, names, tables").click()
    page.get_by_label("Paper").select_option("a4")
    page.get_by_label("Number of pupils").fill("")
    page.get_by_label("Names of the class").fill("Léa\nZoé")
    page.get_by_label("Ink").select_option("grey")
    assert {name: told(page)[name] for name in ("paper", "pupils", "ink")} == {
        "paper": ["a4"],
        "pupils": [""],
        "ink": ["grey"],
    }
    page.reload()
    expect(page.get_by_label("Paper")).to_have_value("a4")
    expect(page.get_by_label("Number of pupils")).to_have_value("")
    expect(page.get_by_label("Names of the class")).to_have_value("Léa\nZoé")
    # Without a class names are kept all the same, under an id.
    page.goto(f"{opened.address}kit/boite/?class=")
    page.get_by_label("Names of the class").fill("Ana")
    page.get_by_label("Number of pupils").fill("4")
    expect(page.get_by_label("Class", exact=True)).not_to_have_value("sixiemeb12")
    page.reload()
    expect(page.get_by_label("Names of the class")).to_have_value("Ana")


@pytest.mark.rest
def test_an_address_without_its_class(page: Page, opened: Opened, class_file: Path) -> None:
    """A link whose class is not here says so, makes nothing, and goes on with the class's file."""
    page.goto(f"{opened.address}kit/boite/?class=sixiemeb12&contents=score-sheets")
    expect(page.locator("#lost-class")).to_be_visible()
    expect(page.locator("#progress")).to_have_count(0)
    page.locator("#lost-file").set_input_files(class_file)
    expect(page.locator("#lost-class")).to_be_hidden()
    ready(page)
    line = "ludokit kit boite --pupils 27 --group 4 --class '6e B' --contents score-sheets"
    expect(page.locator("code")).to_contain_text(line)
    expect(page.locator(".printable")).to_have_count(1)


@pytest.mark.rest
@on_server
def test_an_address_of_an_earlier_start(page: Page, opened: Opened) -> None:
    """An old address asks to open the page again; what opens then goes on to the same choice."""
    key = urlsplit(opened.address).path.split("/")[1]
    choice = "fr/kit/boite/?contents=score-sheets&ink=grey"
    page.goto(f"{opened.address}kit/boite/")
    page.goto(opened.address.replace(f"{key}/en/", "of-another-start/") + choice)
    expect(page.locator("#old")).to_contain_text("par son icône")
    assert key not in page.content()
    again = page.context.new_page()
    again.goto(opened.in_language("fr"))
    again.wait_for_url(f"**/{key}/{choice}")
    expect(again.get_by_label("Encre")).to_have_value("grey")
    # Only once.
    again.goto(opened.in_language("fr"))
    expect(again.locator(".covers").first).to_be_visible()
