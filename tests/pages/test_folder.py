"""The folder has a page for every room and lesson, whose links and scripts are there, and requests nothing else."""

import re
from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from core.teach.lesson import lessons
from pages.folder import frame
from pages.folder.room_page import file_name, finder, lesson_file, relink
from pages.folder.view import view
from pages.shared import verbatim
from pages.shared.contents import ROOMS
from pages.shared.plain_markdown import paragraphs, plain, spans
from tests.folder import APP, folder, loaded, packed
from tests.house import ROOT

LIVE = {"index", "matrix", "waves", "clocks", "similarity", "sentence.one-pair", "rope", "images"}
ELSEWHERE = re.compile(r'(?:src|action|data|srcset|poster)="(?!scripts/|\[)([^"]*)"|url\(([^)]*)\)|@import')


@pytest.fixture(scope="module")
def texts():
    return {page.name: page.read_text("utf-8") for page in folder().glob("*.html")}


def test_every_room_and_every_lesson_has_a_page(texts):
    names = {*map(file_name, ROOMS), *map(lesson_file, lessons()), *(f"{name}.html" for name in LIVE)}
    assert names <= texts.keys()
    for name, text in texts.items():
        assert len(re.findall("<h1[ >]", text)) == 1, name
        assert "$" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL), name


def test_every_step_has_its_words_its_question_and_its_picture(texts):
    for slug, lesson in lessons().items():
        text = texts[lesson_file(slug)]
        assert text.count("<section class=") == len(lesson.steps) + 1
        assert text.count('class="question"') == len(lesson.questions)
        assert text.count("data-picture=") >= len(lesson.steps)


def test_links_lead_to_pages_that_are_there(texts):
    for name, text in texts.items():
        places = re.findall(r'(?:href|src)="(?!#|data:)([^"]+)"', text)
        local = [place for place in places if not place.startswith("https://")]
        assert all((folder() / place.partition("#")[0]).exists() for place in local), name
        assert not re.search(r'href="(?:None)?"', text)


def test_nothing_is_loaded_from_elsewhere(texts):
    for name, text in texts.items():
        assert "default-src 'none'" in text
        assert all(match[0].startswith('src="data:') for match in ELSEWHERE.finditer(text)), name
    for script in folder().glob("scripts/*.js"):
        assert not re.search(r"^\s*(?:import|export)\b", script.read_text("utf-8"), re.MULTILINE), script.name
    assert re.findall(r"url\(([^)]*)\)", (folder() / "folder.css").read_text("utf-8")) == ['"font.woff2"']


def test_a_first_page_is_small():
    for name in ROOMS:
        files = loaded(folder() / file_name(name))
        assert packed(files) <= 1_200_000, name
        assert sum(file.stat().st_size for file in files) <= 3_500_000, name
    assert packed(loaded(folder() / "index.html")) <= 300_000


def test_a_page_leads_into_the_app_with_its_settings(texts):
    assert f'data-app="{APP}/sentence?sentence_view=One+pair"' in texts["sentence.one-pair.html"]
    assert f"{APP}/nope?length=16&amp;step=order.3" in texts["order.html"]


def test_both_colours_are_written_where_they_differ(texts):
    assert '"dark"' in texts["biases.html"]
    assert '"dark"' not in texts["clocks.html"]


def test_sliders_are_those_that_the_pictures_follow(texts):
    names = {
        name: re.findall(r'data-slider="{&quot;name&quot;: &quot;(\w+)', texts[f"{name}.html"])
        for name in ("clocks", "biases")
    }
    assert names == {"clocks": ["base", "d_model", "length", "scale", "clocks_shown"], "biases": []}


def test_a_room_that_fails_is_not_written(monkeypatch):
    monkeypatch.setattr("components.pictures.matrix._MOUNT", None)
    with pytest.raises(RuntimeError, match="the room matrix must open"):
        view("matrix", {})


def test_links_of_the_app_become_links_of_the_folder():
    find = finder({"index.html", "waves.html", "waves.wavelengths.html"})
    assert find("./") == "index.html"
    assert find("waves?view=Wavelengths&amp;base=5") == "waves.wavelengths.html#base=5"
    assert find("rope?step=rope.2&amp;length=64") == "rope.lesson.html#step=2"
    assert find("matrix") is find("home?move=1") is find("lessons?handout=order") is None
    assert finder({"moves.html"})("./?move=2") == "moves.html#move=2"
    two = '<a href="waves" target="_self" aria-current="page">A</a><a href="matrix" target="_self">B</a>'
    assert relink(two, find) == '<a href="waves.html" aria-current="page">A</a>'


def test_markdown_of_rooms_becomes_html():
    assert (
        spans('[a `b`](https://x.org "say <b>")')
        == '<a href="https://x.org" title="say &lt;b&gt;">a <code>b</code></a>'
    )
    assert spans("[a](javascript:x)") == "[a](javascript:x)"
    assert spans("<b>![a](https://x.org/a.png)") == '&lt;b&gt;!<a href="https://x.org/a.png">a</a>'
    words = "*x*: www.example.org [y](#z) <b> a_b_c"  # of a reader: they are shown as they are
    assert spans(verbatim.markdown(words)) == escape(words)
    assert plain(verbatim.markdown(words)) == words
    assert paragraphs("##### One\ntwo\n\n- three\n  four\n- five") == (
        "<p><b>One</b></p><p>two</p><ul><li>three four</li><li>five</li></ul>"
    )


def test_the_lines_for_a_page_and_a_slide_have_the_settings():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["base"], app.session_state["take_away"] = "100", "Frame"
    app.context = {"url": "https://clockface.example.org/clocks"}
    app.switch_page("pages/clocks.py").run()
    page, slide = (code.value for code in app.code)
    href = "https://clockface.example.org/clocks?base=100&amp;embed=true"
    assert f'<iframe src="{href}" title="Clocks"' in page
    assert f'<section data-background-iframe="{href}"' in slide
    assert f'# {{data-background-iframe="{href}"' in slide


def test_pages_lead_to_the_page_that_checks_configs_where_it_is(texts):
    assert "lint.html" not in texts["index.html"]
    assert '<a href="lint.html">' in frame.page("Clocks", "", {}, "", checks=True)


def test_home_and_lessons_list_what_the_app_lists(texts):
    for stem, room in ROOMS.items():
        assert stem == "home" or f'<a href="{file_name(stem)}"><span><b>{room.title}</b>' in texts["index.html"]
    for slug in lessons():
        assert f'<a href="{lesson_file(slug)}#step=1"' in texts["lessons.html"]
    assert "Make a lesson link" not in texts["lessons.html"]
