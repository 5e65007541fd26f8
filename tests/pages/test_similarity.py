"""What the Similarity room says and draws."""

from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("similarity")


def spec(app):
    return charts(app)[0].spec


def labels(app):
    return [a["text"].replace("&nbsp;", "") for a in spec(app)["layout"].get("annotations", [])]


def test_numbers_of_the_paper_s_size():  # from the closed form Σ cos(kω), d_model 512, base 10,000
    app = visit("similarity", {}, more=True)
    assert [metric.value for metric in app.metric] == ["256", "k = 44", "k = 3,284", "k = 1"]
    assert [metric.delta for metric in app.metric] == ["d_model / 2", "marked", "beyond this view", "distance 3.71"]
    assert WORDS("Rise", rise=44) in text_of(app)
    assert "=173.79" in text_of(app)  # the formula, under More
    assert labels(app) == ["first rise, k = 44", "with itself, k = 0: 256"]


def test_four_features_nearly_collide_at_1885():
    app = visit("similarity", {"d_model": "4", "length": "2048"}, more=True)
    assert [metric.value for metric in app.metric] == ["2", "k = 4", "k = 22", "k = 1,885"]
    assert app.metric[3].delta == "distance 0.0444"


def test_a_rise_too_small_to_be_seen_is_magnified_under_more():
    assert [chart.alt for chart in charts(visit("similarity", {}, more=True))][1:] == ["first rise, k = 44: +0.012"]
    assert len(charts(visit("similarity", {"d_model": "4"}, more=True))) == 1


def test_overlay_names_every_curve_and_the_parameter():
    app = visit("similarity", {"overlay": "bases", "base": "500000"})
    assert {"<b>500,000</b>", "50,000", "5,000,000", "5,000", "base"} <= set(labels(app))


def test_large_lengths_say_how_many_offsets_a_point_covers():
    assert not pattern(WORDS["Curve: averaged"]).search(text_of(visit("similarity", {"length": "2048"}, more=True)))
    assert WORDS("Curve: averaged", covered=513) in text_of(visit("similarity", {"length": "1048576"}, more=True))
    gram = text_of(visit("similarity", {"length": "1024", "picture": "Gram matrix"}, more=True))
    assert WORDS("Gram: averaged", covered=4) in gram


def test_it_leads_to_where_its_idea_goes_on():
    door = WORDS["Goes on: timesteps"]
    assert visit("similarity", {}, more=True).button(key="goes_on_timesteps").label == door
    step = visit("similarity", {"step": "dot-product.1"})
    assert door not in [button.label for button in step.button]
